import { describe, expect, test } from "@jest/globals";
import { findings, object } from "./objects.ts";

const service = (name: string, more = "", annotations = "") =>
  object("v1 Service", `spec: {type: LoadBalancer${more}}`, { name, annotations });

describe("a LoadBalancer that is created under another name", () => {
  const lost =
    "medium : another Service takes its place: its address outside of the cluster is given back, and the new one may get another";

  test.each([
    { what: "asks for no address", base: service("old"), head: service("new") },
    {
      what: "asks for another address",
      base: service("old", ", loadBalancerIP: 192.0.2.1"),
      head: service("new", ", loadBalancerIP: 192.0.2.2"),
    },
  ])("loses its address if it $what", ({ base, head }) => {
    expect(findings("service-type", base, head)).toEqual([lost]);
  });

  test.each([
    {
      what: "asks for the same address",
      base: service("old", ", loadBalancerIP: 192.0.2.1"),
      head: service("new", ", loadBalancerIP: 192.0.2.1"),
    },
    {
      what: "asks for the same address by an annotation",
      base: service("old", "", "io.cilium/lb-ipam-ips: 192.0.2.1"),
      head: service("new", "", "io.cilium/lb-ipam-ips: 192.0.2.1"),
    },
    { what: "keeps its name", base: service("old"), head: service("old") },
    { what: "goes", base: service("old"), head: undefined },
    { what: "is new", base: undefined, head: service("new") },
  ])("loses nothing if it $what", ({ base, head }) => {
    expect(findings("service-type", base, head)).toEqual([]);
  });
});
