// Records: all calls, put together from reading, writing, shapes and finding.
import type { Handlers } from '../../http/mount';
import { finding } from './finding';
import { many } from './many';
import { reading } from './reading';
import { shapes } from './shapes';
import { writing } from './writing';

export const recordHandlers: Handlers['records'] = { ...reading, ...writing, ...many, ...shapes, ...finding };
