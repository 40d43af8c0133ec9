// The one BFF of a web process: our server and the pages that Next renders share its settings, pools and living sessions.
import { readWebConfig, type WebConfig } from '../config/env';
import { type Bff, createBff } from './core';

const shared = globalThis as typeof globalThis & { pahneh?: { config: WebConfig; bff: Bff } };

/** The process's BFF and settings, made on first use. */
export function getInstance(): { config: WebConfig; bff: Bff } {
  if (!shared.pahneh) {
    const config = readWebConfig(process.env);
    shared.pahneh = { config, bff: createBff(config) };
  }
  return shared.pahneh;
}
