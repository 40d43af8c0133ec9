// The programs that the cluster runs: those of the build, or the same without pages, which are bundled in two seconds.
import { build, bundle } from '../build.mjs';

export interface Programs {
  backend: string;
  web: string;
  /** Whether the web processes have pages. */
  hasPages: boolean;
}

const FOLDER = 'out/cluster';

/** What `npm start` runs; built where nothing current is there. */
export async function builtPrograms(say: (line: string) => void): Promise<Programs> {
  await build({ say });
  return { backend: 'dist/backend.mjs', web: 'dist/web.mjs', hasPages: true };
}

/** The backend, and the web server with all but its pages. */
export async function lightPrograms(): Promise<Programs> {
  await bundle({ backend: 'backend/server.ts', web: 'testing/web-process.ts' }, FOLDER);
  return { backend: `${FOLDER}/backend.mjs`, web: `${FOLDER}/web.mjs`, hasPages: false };
}
