// Keeps the private cluster of DATA_DIR running beside the backend, and ends it with the product. `npm start` starts it.
import { lockFolder } from '../folder-lock';
import { privateHome } from './choice.mjs';
import { startCluster } from './cluster';

const dataDir = process.env.DATA_DIR ?? './data';
const report = (line: string) => process.stdout.write(`${line}\n`);
// Ctrl+C reaches every process of the terminal; the starter ends this one last.
process.on('SIGINT', () => {});

try {
  const unlock = lockFolder(dataDir);
  const cluster = await startCluster(privateHome(dataDir));
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    await cluster.stop();
    unlock();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  // The starter holds the other end of this channel: when it is gone, so are we.
  process.on('disconnect', stop);
  report(`ready ${cluster.url}`);
  await cluster.ended;
  if (!isStopping) process.exit(1);
} catch (error) {
  report(`failed ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
