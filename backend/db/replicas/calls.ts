// The calls whose statements replicas may answer. What is not listed here asks the primary.

/**
 * Calls that read many records. All others, and all that change something, ask the primary, whatever their statements are.
 */
const CALLS: ReadonlySet<string> = new Set([
  'records.list',
  'records.ids',
  'records.calc',
  'records.calcQuery',
  'records.distribution',
  'records.distributionQuery',
  'records.query',
  'records.deleted',
  'records.measure',
  'records.identify',
  'records.values',
  'records.search',
  'layerRecords.files',
  'layerRecords.history',
  'layerRecords.groups',
  'layerViews.counts',
  'acts.count',
  'dashboards.activity',
  'dashboards.statistics',
  'boards.batch',
  'projectWork.progress',
  'regions.overlaps',
  'regions.effect',
  'regions.fit',
  'regions.work',
  'tracking.replay',
  'tracking.file',
  'exports.losses',
  'exports.download',
  'exports.gdbGroup',
]);

/** Whether replicas may answer statements of the call. */
export const readsReplicas = (call: string): boolean => CALLS.has(call);

/** The names, for the test that holds them against the contract. */
export const replicaCalls = (): string[] => [...CALLS];
