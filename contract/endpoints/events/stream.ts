// News without asking.
import { get } from '../../define';
import { News } from '../../schemas/events/news';

export const events = {
  /**
   * A stream of server-sent events that is open for minutes; each message is one `News`, checked for its reader. `Last-Event-ID` goes on
   * where another stream was cut. 503 with Retry-After where there are too many: the calls that are asked by a clock say the same.
   */
  stream: get('events/', { ok: News, gives: 'events', needs: 'session', background: true, beyond: true }),
};
