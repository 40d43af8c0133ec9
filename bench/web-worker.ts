// The web process of a benchmark, on its own as it is in the product. Its first argument is the backend's address; ends with who started it.
import { startWebAt } from '../testing/web';

const [, , origin] = process.argv;
if (!origin) throw new Error('web-worker: the address of the backend is missing');
const web = await startWebAt(origin);
process.once('disconnect', () => process.exit(0));
process.send?.(web.port);
