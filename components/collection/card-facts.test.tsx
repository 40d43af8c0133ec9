// The facts of a card: a dot stands between two that say something, wherever those that say nothing stand.
import { readFileSync } from 'node:fs';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';

/** What the stylesheet puts a dot before, with the class as this test names it. */
const css = readFileSync('components/collection/data-list.module.css', 'utf8');
const selector = /^(\.fact:not[^{]*)::before \{/m.exec(css)?.[1] ?? '';

const texts = (...cells: ReactNode[]) => {
  const { container } = render(
    <p>
      {cells.map((cell, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cells stay where they are
        <span key={i} className="fact">
          {cell}
        </span>
      ))}
    </p>,
  );
  const dotted = new Set(container.querySelectorAll(selector));
  return [...container.querySelectorAll('.fact')].map((one) => `${dotted.has(one) ? '· ' : ''}${one.textContent}`).join(' ').trim(); // biome-ignore format: one line
};
const none = <bdi>{''}</bdi>;

it.each<[string, ReactNode[], string]>([
  ['all say something', ['a', <bdi key="b">b</bdi>, 'c'], 'a · b · c'],
  ['the last is empty', ['a', 'b', none], 'a · b'],
  ['the last renders nothing', ['a', 'b', null], 'a · b'],
  ['the first is empty', [none, 'a', 'b'], 'a · b'],
  ['a lone mark says something', ['a', <hr key="b" />], 'a ·'],
  ['all are empty', [none, null, <span key="c" />], ''],
])('have no dot beside what says nothing: %s', (_, cells, expected) => {
  expect(texts(...cells).replace(/ +/g, ' ')).toBe(expected);
});
