// Where files are kept that outlive a request: a folder by default, any store that speaks the S3 protocol by configuration.
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { Config } from './config';

/** Keys are paths of our own making (`files/12/uuid`), never a person's words. */
export type Storage = Disk;

const folderOf = (dataDir: string) => resolve(dataDir, 'storage');

/** Where a kept file can be read in pieces: a path, or an address that lives for an hour. */
export async function placeOf(
  { config, storage }: { config: Pick<Config, 'dataDir' | 's3'>; storage: Storage },
  key: string,
): Promise<{ path: string } | { url: string }> {
  return config.s3
    ? { url: await storage.getSignedUrl(key, { expiresIn: '1h' }) }
    : { path: join(folderOf(config.dataDir), key) };
}

/** Opens the store. The S3 client is loaded only where a bucket is named. */
export async function openStorage({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): Promise<Storage> {
  if (!s3) {
    const location = folderOf(dataDir);
    mkdirSync(location, { recursive: true, mode: 0o700 });
    return new Disk(new FSDriver({ location, visibility: 'private' }));
  }
  const { S3Driver } = await import('flydrive/drivers/s3');
  return new Disk(
    new S3Driver({
      bucket: s3.bucket,
      region: s3.region,
      credentials: { accessKeyId: s3.key, secretAccessKey: s3.secret },
      ...(s3.endpoint ? { endpoint: s3.endpoint, forcePathStyle: true } : {}),
      visibility: 'private',
      supportsACL: false,
    }),
  );
}
