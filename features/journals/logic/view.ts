// What the addresses of the two journals say.
import { api } from '@/contract/index';
import { SOURCES } from '@/contract/schemas/log';
import {
  choiceFilter,
  dayRangeFilter,
  type Filter,
  flagFilter,
  idsFilter,
  numberFilter,
  textFilter,
} from '@/lib/collection/filters';
import { defineView } from '@/lib/collection/view';
import { toLatin } from '@/lib/i18n/digits';

/** What one looks for: a number is an object's, what has dots or colons an address, all else a request's id. */
export const traceFilter: Filter<string, 'object' | 'ip' | 'request'> = {
  keys: ['object', 'ip', 'request'],
  read: (text) => text.slice(0, 64) || null,
  write: (value) => value,
  toQuery: (value) => {
    const text = toLatin(value.trim());
    if (/^\d{1,15}$/.test(text)) return { object: text };
    if (/^[0-9a-fA-F]*[.:][0-9a-fA-F.:]*$/.test(text)) return { ip: text };
    return /^[\w-]{1,64}$/.test(text) ? { request: text } : {};
  },
};

export const SYSTEM_VIEW = defineView({
  call: api.logs.system,
  filters: {
    q: traceFilter,
    days: dayRangeFilter('from', 'to'),
    users: idsFilter('users'),
    area: textFilter('call'),
    layer: numberFilter('layer', null),
    refused: flagFilter('refused'),
  },
  orders: ['date'],
  order: '-date',
});

export const APP_VIEW = defineView({
  call: api.logs.appGroups,
  filters: { q: textFilter('search'), days: dayRangeFilter('from', 'to'), source: choiceFilter('source', SOURCES) },
  orders: ['last', 'count'],
  order: '-last',
});
