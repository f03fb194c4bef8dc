/** What helm prints is shown without values that look secret (decision 0022). */
import { afterAll, describe, expect, test } from "@jest/globals";
import { type Directory, krmRender, temporaryDirectory } from "../cli/terminal.ts";
import { unless } from "../unless.ts";
import { HELM, NO_HELM } from "./tools.ts";

const VALUE = "Zq7Xw9Kv2Rt5Yb8Nc3Md";
const withHelm = unless(NO_HELM, describe);
const directories: Directory[] = [];

afterAll(() => {
  for (const directory of directories) directory.remove();
});

withHelm("a chart that fails", () => {
  test.each([
    { what: "with a value of its values file", template: '{{ fail (printf "bad %s" .Values.adminPassword) }}' },
    { what: "with base64 of it", template: "{{ fail (b64enc .Values.adminPassword) }}" },
    { what: "with a value below a secret key", template: "{{ fail .Values.auth.inner }}" },
    { what: "with a value of the entry", template: "{{ fail .Values.token }}" },
    { what: "with all of its values", template: "{{ fail (toYaml .Values) }}" },
    { what: "with output that is no YAML", template: 'kind: Secret\nstringData:\n  a: "{{ .Values.adminPassword }}\n' },
    {
      what: "with a Secret twice",
      template:
        "kind: Secret\nmetadata: {name: s}\nstringData:\n  {{ .Values.adminPassword }}: a\n  {{ .Values.adminPassword }}: b\n",
    },
  ])("$what", async ({ template }) => {
    const directory = temporaryDirectory({
      "kustomization.yaml": `helmCharts:\n- name: c\n  releaseName: r\n  valuesInline: {token: ${VALUE}}\n`,
      "charts/c/Chart.yaml": "apiVersion: v2\nname: c\nversion: 1.0.0\n",
      "charts/c/values.yaml": `adminPassword: ${VALUE}\nauth:\n  inner: ${VALUE}\nreplicas: 3\n`,
      "charts/c/templates/a.yaml": template,
    });
    directories.push(directory);
    const args = ["build", ".", "--enable-helm", "--helm-command", HELM as string];
    const { status, stdout, stderr } = await krmRender(args, { cwd: directory.path });
    expect(status).toBe(1);
    expect(stdout + stderr).not.toContain(VALUE.slice(0, 8));
    expect(stdout + stderr).not.toContain(Buffer.from(VALUE).toString("base64").slice(0, 12));
  });
});
