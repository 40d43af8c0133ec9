// `npm run gateway`: the sandbox provider as a process of its own, on loopback only.
import { sandbox } from './sandbox';

const app = sandbox();
try {
  const address = await app.listen({ host: '127.0.0.1', port: Number(process.env.SANDBOX_PORT ?? 8002) });
  process.stdout.write(`ready ${address}\n`);
  const stop = () => void app.close().then(() => process.exit(0));
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('disconnect', stop);
} catch (error) {
  process.stdout.write(`failed ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
