// Every icon that the route table names has a picture.
import { expect, it } from 'vitest';
import { type Route, routes } from '@/lib/routes/table';
import { hasIcon } from './icons';

it('has a picture for every named icon', () => {
  const names = (Object.values(routes) as Route[]).flatMap((route) => (route.icon ? [route.icon] : []));
  expect(names.filter((name) => !hasIcon(name))).toEqual([]);
});
