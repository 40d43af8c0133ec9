// Modules and permissions that go together in one kind of work. Pure.
import type { ModuleId } from '@/contract/catalogue';

export const PRESETS = {
  viewer: { modules: [4], perms: [] },
  editor: { modules: [4, 8], perms: [] },
  supervisor: { modules: [4, 8, 10], perms: [] },
  layerManager: { modules: [1, 2, 3, 4], perms: [] },
  userManager: { modules: [5, 6, 7], perms: [] },
} as const satisfies Record<string, { modules: readonly ModuleId[]; perms: readonly string[] }>;

export type PresetId = keyof typeof PRESETS;
export const PRESET_IDS = Object.keys(PRESETS) as PresetId[];
