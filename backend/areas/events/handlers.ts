// The stream of news.
import { EventAnswer } from '../../http/context';
import type { Handlers } from '../../http/mount';
import { readCursor } from './cursor';
import type { Hub } from './hub';

export const eventHandlers = (hub: Hub): Handlers['events'] => ({
  async stream({ caller, request, signal }) {
    const { authorization = '', 'last-event-id': last } = request.headers;
    const from = last === undefined ? null : (readCursor(last) ?? 'unknown');
    return new EventAnswer(await hub.join(caller, authorization.replace(/^Bearer /, ''), from, signal));
  },
});
