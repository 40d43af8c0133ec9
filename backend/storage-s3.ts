// The store of files behind the S3 protocol: bounded waits, streams of unknown length in parts, and listings by page.
import type { Readable } from 'node:stream';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { S3Driver } from 'flydrive/drivers/s3';
import type { Config } from './config';
import type { Listed, Place } from './storage';

const CONNECT_MS = 5000;
/** The first try and one more. */
const ATTEMPTS = 2;

/** The protocol takes a single object only with its length, which a stream does not know: it goes in parts of 5 MB, one at a time. */
class PartsDriver extends S3Driver {
  constructor(
    private readonly client: S3Client,
    private readonly bucket: string,
  ) {
    super({ client, bucket, visibility: 'private', supportsACL: false });
  }

  /** Nothing of it stays where the stream or the store fails: parts that were sent are given up. */
  override async putStream(key: string, contents: Readable): Promise<void> {
    const params = { Bucket: this.bucket, Key: key, Body: contents };
    await new Upload({ client: this.client, queueSize: 1, params }).done();
  }
}

async function* listed(client: S3Client, bucket: string, prefix: string, after: string): AsyncGenerator<Listed> {
  let token: string | undefined;
  do {
    const page = await client.send(
      new ListObjectsV2Command({
        Bucket: bucket,
        Prefix: prefix,
        ...(token ? { ContinuationToken: token } : after ? { StartAfter: after } : {}),
      }),
    );
    for (const { Key: key, LastModified: modified } of page.Contents ?? [])
      if (key && modified) yield { key, modified };
    token = page.NextContinuationToken;
  } while (token);
}

/** A bucket. A call ends when the store has been silent for `idleMs`, also in the middle of an answer. */
export function openS3({ bucket, region, key, secret, endpoint, idleMs }: Config['s3'] & object): Place {
  const client = new S3Client({
    region,
    credentials: { accessKeyId: key, secretAccessKey: secret },
    maxAttempts: ATTEMPTS,
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: idleMs },
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
  });
  return {
    driver: new PartsDriver(client, bucket),
    list: (prefix, after) => listed(client, bucket, prefix, after),
  };
}
