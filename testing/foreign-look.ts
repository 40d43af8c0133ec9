// Looks into a foreign database in a process of its own, so that it may trust a certificate (NODE_EXTRA_CA_CERTS is read at the start).
// Arguments: host, address, port, tls (1 or 0). Says the names of the tables and whether the line is encrypted, or the refusal's wording.
import type { Target } from '../backend/areas/databases/foreign';
import { rows } from '../backend/areas/databases/foreign-rows';
import { tables } from '../backend/areas/databases/foreign-tables';
import { Refusal } from '../backend/http/errors';

const [host = '', address = '', port = '', tls = ''] = process.argv.slice(2);
const target: Target = {
  host,
  address,
  port: Number(port),
  database: 'postgres',
  username: 'reader',
  password: 'CANARY-PASSWORD',
  tls: tls === '1',
};
try {
  const all = await tables(target);
  const view = all.find((t) => t.table === 'line');
  const values: unknown[] = [];
  if (view)
    for await (const row of rows(
      target,
      { table: view, fields: ['ssl'], key: null, where: null },
      new AbortController().signal,
    ))
      values.push(row.values.ssl);
  process.stdout.write(JSON.stringify({ tables: all.map((t) => t.table), ssl: values[0] ?? null }));
} catch (error) {
  process.stdout.write(JSON.stringify({ refused: error instanceof Refusal ? error.wording : String(error) }));
}
