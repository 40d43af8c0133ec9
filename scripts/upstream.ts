// Checks a running upstream against the contract: `UPSTREAM_URL=… UPSTREAM_USER=… UPSTREAM_PASSWORD=… npm run upstream`. Changes nothing there.
import { checkUpstream } from '../testing/upstream';

const { UPSTREAM_URL: base, UPSTREAM_USER: username, UPSTREAM_PASSWORD: password, UPSTREAM_HOST: host } = process.env;
if (!base || !username || !password) {
  console.error(
    'Set UPSTREAM_URL, UPSTREAM_USER and UPSTREAM_PASSWORD (and UPSTREAM_HOST where the host chooses the organisation).',
  );
  process.exit(2);
}
const findings = await checkUpstream({ base: base.replace(/\/+$/, ''), username, password, ...(host ? { host } : {}) });
for (const { name, check, outcome, said } of findings)
  if (outcome !== 'ok') console.log(`${outcome.padEnd(8)}${name} ${check}${said ? ` (${said})` : ''}`);
const count = (outcome: string) => findings.filter((f) => f.outcome === outcome).length;
console.log(`${count('ok')} in order, ${count('failed')} failed, ${count('skipped')} skipped`);
process.exit(count('failed') ? 1 : 0);
