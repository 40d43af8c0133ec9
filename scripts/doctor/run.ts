// `npm run doctor`: what a start needs, a line each, and what to do where something is missing. Ends with 1 where it would not run.
import { diagnose } from './checks';
import { lineOf } from './finding';

const findings = await diagnose(process.env);
for (const finding of findings) process.stdout.write(`${lineOf(finding)}\n`);
process.exit(findings.some(({ level }) => level === 'fail') ? 1 : 0);
