// The one BFF of a web process: our server and the pages that Next renders share its settings, pools, living sessions and base maps.
import { type BaseMapFiles, openBaseMaps } from '../base-maps/files';
import { readWebConfig, type WebConfig } from '../config/env';
import { type Bff, createBff } from './core';

interface Instance {
  config: WebConfig;
  bff: Bff;
  baseMaps: Promise<BaseMapFiles>;
}
const shared = globalThis as typeof globalThis & { pahneh?: Instance };

/** The process's BFF, settings and base maps, made on first use. */
export function getInstance(): Instance {
  if (!shared.pahneh) {
    const config = readWebConfig(process.env);
    shared.pahneh = {
      config,
      bff: createBff(config),
      baseMaps: openBaseMaps(config.baseMaps, config.dataDir),
    };
  }
  return shared.pahneh;
}
