// The calls of publishing. All of them tell the door when something changes, so that nobody outside waits for it.
import type { Handlers } from '../../http/mount';
import { publishKeyHandlers } from './keys/handlers';
import type { DoorCallers } from './keys/lookup';
import { ownKeyHandlers } from './keys/own/handlers';
import { publishHandlers } from './settings/handlers';

export const publishAreas = (callers: DoorCallers): Pick<Handlers, 'publish' | 'publishKeys' | 'ownKeys'> => ({
  publish: publishHandlers(callers),
  publishKeys: publishKeyHandlers(callers),
  ownKeys: ownKeyHandlers(callers),
});
