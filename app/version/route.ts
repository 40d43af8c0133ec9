// /version: which build runs here, for pages that ask every half minute, and whether browsers may keep its files.
import { getInstance } from '@/lib/bff/instance';
import { buildId } from '@/lib/config/build-id';

export const dynamic = 'force-dynamic';

export const GET = (): Response =>
  Response.json(
    { version: buildId(), worker: getInstance().config.serviceWorker },
    { headers: { 'cache-control': 'no-store' } },
  );
