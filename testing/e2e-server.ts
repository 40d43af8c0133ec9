// The whole product for browser tests: the backend of a test world, and the built web process in front of it.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFileSync, copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandbox } from '../backend/gateway/sandbox';
import * as make from '../backend/seed/builders';
import { phoneKey } from '../contract/phone';
import bundled from '../map/style/world-archive.json';
import { messagesAt, TELEPHONES } from './people';
import { template } from './template';
import { createWorld, PASSWORD } from './world';

const port = process.argv[2] ?? '3199';
process.env.TEST_TEMPLATE = await template();
mkdirSync('out', { recursive: true });
const messages = messagesAt(port);
writeFileSync(messages, '');
const shop = sandbox();
const world = await createWorld('embedded', {
  smsPerAddress: 1000,
  // Map services and databases that the tests themselves run.
  serviceHosts: new Set(['127.0.0.1']),
  databaseHosts: new Set(['127.0.0.1']),
  gateways: [{ name: 'sandbox', base: await shop.listen({ host: '127.0.0.1', port: 0 }), merchant: 'shop' }],
  onUnsentSms: (line) => appendFileSync(messages, `${line}\n`),
});
for (const [username, phone] of Object.entries(TELEPHONES)) {
  const id = await make.createPerson(world.engine, world.ids.customer, { username, password: PASSWORD });
  await world.engine.db
    .updateTable('account')
    .set({ phone, proved_phone: phoneKey(phone), two_factor: ['careful', 'wary', 'steady'].includes(username) })
    .where('id', '=', id)
    .execute();
}
// The mobile program: four bytes that begin like one.
const program = new File([new Uint8Array([0x50, 0x4b, 3, 4])], 'app.apk');
await world.form('super', '/api/appupdate/', { version: '2.1', path: program });
await world.backend.app.listen({ host: '127.0.0.1', port: 0 });
const upstream = `http://127.0.0.1:${(world.backend.app.server.address() as AddressInfo).port}`;
// A base map of the organisation's own, and one whose file somebody has forgotten.
const dataDir = mkdtempSync(join(tmpdir(), 'e2e-'));
copyFileSync(`public${bundled.path}`, join(dataDir, 'own.pmtiles'));
const baseMaps = [
  { id: 'own', name: 'Own streets', file: 'own.pmtiles' },
  { id: 'gone', name: 'Forgotten', file: 'gone.mbtiles' },
];
const web = spawn(process.execPath, ['dist/web.mjs'], {
  env: {
    ...process.env,
    NODE_ENV: 'production',
    NEXT_DIST: '.next-test',
    PORT: port,
    UPSTREAM_URL: upstream,
    // One name of this computer shows what public hosts offer, the other one what the rest do.
    PUBLIC_HOSTS: '127.0.0.1',
    SMS_SHORT_NUMBER: '8999',
    DATA_DIR: dataDir,
    BASE_MAPS: JSON.stringify(baseMaps),
    PAYMENT_GATEWAY: 'sandbox',
    SESSION_KEYS: `t:${randomBytes(32).toString('base64url')}`,
  },
  stdio: 'inherit',
});
const stop = async () => {
  web.kill('SIGTERM');
  await world.close();
  await shop.close();
  process.exit(0);
};
web.on('exit', () => void stop());
process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => void stop());
