// src/report/json.ts
function jsonReport(report) {
  return `${JSON.stringify(report, null, 2)}
`;
}

export {
  jsonReport
};
