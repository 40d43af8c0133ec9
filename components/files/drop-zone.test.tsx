// Where files are dropped: marked while they are over it, also over its contents; what is no file passes by.
import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { DropZone } from './drop-zone';

afterEach(cleanup);

const files = { dataTransfer: { types: ['Files'], files: [new File(['x'], 'a.txt')] } };
const text = { dataTransfer: { types: ['text/plain'], files: [] } };

it('says what letting go does until the files have left it, and takes them', () => {
  let got: File[] = [];
  render(
    <DropZone
      words="let go"
      onFiles={(next) => {
        got = next;
      }}
    >
      {' '}
      {/* biome-ignore format: one line */}
      <p>inside</p>
    </DropZone>,
  );
  const inside = screen.getByText('inside');
  const leaveFor = (relatedTarget: Element) => {
    const event = createEvent.dragLeave(inside, files);
    Object.defineProperty(event, 'relatedTarget', { value: relatedTarget });
    fireEvent(inside, event);
  };
  // Not cancelled: the page's own affair.
  expect(fireEvent.dragOver(inside, text)).toBe(true);
  expect(screen.queryByText('let go')).toBeNull();
  expect(fireEvent.dragOver(inside, files)).toBe(false);
  screen.getByText('let go');
  leaveFor(inside);
  screen.getByText('let go');
  leaveFor(document.body);
  expect(screen.queryByText('let go')).toBeNull();
  fireEvent.drop(inside, files);
  expect(got.map(({ name }) => name)).toEqual(['a.txt']);
});

it('keeps the page where nothing can be got, and promises nothing', () => {
  render(
    <DropZone words="let go" onFiles={null}>
      <p>inside</p>
    </DropZone>,
  );
  expect(fireEvent.dragOver(screen.getByText('inside'), files)).toBe(false);
  expect(screen.queryByText('let go')).toBeNull();
  expect(fireEvent.drop(screen.getByText('inside'), files)).toBe(false);
});
