// A long table in part: what is left out has the height of its rows, whatever that is on this screen.
import { render } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { RowGap, useRowWindow } from './row-window';

const ROWS = 1000;

function Long() {
  const frame = useRef<HTMLDivElement>(null);
  const { indexes, above, below } = useRowWindow(ROWS, 200, frame);
  return (
    <div ref={frame} data-gaps={`${above} ${below}`}>
      <table>
        <tbody>
          <RowGap height={above} />
          {indexes.map((index) => (
            <tr key={index}>
              <td>{index}</td>
            </tr>
          ))}
          <RowGap height={below} />
        </tbody>
      </table>
    </div>
  );
}

afterEach(() => vi.restoreAllMocks());

it.each([32, 40, 57])('keeps room for rows of %i pixels', (rowPx) => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (this: HTMLElement) {
    return this.tagName === 'TR' ? rowPx : 400;
  });
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(390);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
  const { container } = render(<Long />);
  const count = container.querySelectorAll('tbody > tr:not([aria-hidden])').length;
  const [above = 0, below = 0] = ((container.firstElementChild as HTMLElement).dataset.gaps ?? '')
    .split(' ')
    .map(Number);
  expect(count).toBeGreaterThan(5);
  expect(count).toBeLessThan(60);
  expect(above + count * rowPx + below).toBe(ROWS * rowPx);
});
