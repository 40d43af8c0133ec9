// A process that settles one purchase and can be killed while it does: the provider's answer is the moment.
import { gatewaysOf } from '../../backend/areas/subscription/handlers';
import { settle } from '../../backend/areas/subscription/pay';
import { purchaseOf } from '../../backend/areas/subscription/store';
import { readConfig } from '../../backend/config';
import { connect } from '../../backend/db/connect';

const [id = '', dir] = process.argv.slice(2);
const config = readConfig(process.env);
const engine = await connect({ url: config.databaseUrl, dir: dir ?? null, template: null });
const purchase = await purchaseOf(engine.db, id);
const gateway = purchase && gatewaysOf(config).get(purchase.gateway);
if (!purchase || !gateway) throw new Error('no such purchase');
const state = await settle({ engine, now: () => new Date() }, gateway, purchase);
process.stdout.write(`${state}\n`);
await engine.close();
