// What is typed and ticked before React has the page of the server reaches the handlers, and is not written over.
import { act, fireEvent } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it } from 'vitest';
import { keepEarlyInput } from './early-input';

/** A form that is drawn again as soon as it stands. */
function Form() {
  const [name, setName] = useState('');
  const [digits, setDigits] = useState('');
  const [about, setAbout] = useState('about');
  const [isOn, setOn] = useState(false);
  const [kind, setKind] = useState('line');
  const [, setDrawn] = useState(0);
  useEffect(() => setDrawn(1), []);
  return (
    <form>
      <input aria-label="name" value={name} onChange={(event) => setName(event.target.value)} />
      <input
        aria-label="digits"
        value={digits}
        onChange={(event) => setDigits(event.target.value.replace(/\D/g, ''))}
      />
      <textarea aria-label="about" value={about} onChange={(event) => setAbout(event.target.value)} />
      <input aria-label="on" type="checkbox" checked={isOn} onChange={(event) => setOn(event.target.checked)} />
      {['point', 'line'].map((one) => (
        <input
          key={one}
          aria-label={one}
          type="radio"
          name="kind"
          value={one}
          checked={kind === one}
          onChange={(event) => setKind(event.target.value)}
        />
      ))}
      <output>{JSON.stringify({ name, digits, about, isOn, kind })}</output>
    </form>
  );
}

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
  document.body.replaceChildren();
});
const field = (label: string) => document.querySelector<HTMLInputElement>(`[aria-label=${label}]`) as HTMLInputElement;
const state = () => JSON.parse(document.querySelector('output')?.textContent ?? '{}') as unknown;
const later = () => act(() => new Promise((done) => setTimeout(done, 150)));

/** The page as the server sends it. */
function open() {
  const box = document.createElement('div');
  box.innerHTML = renderToString(<Form />);
  document.body.append(box);
  return async () => {
    const root = await act(async () => hydrateRoot(box, <Form />));
    ends.push(() => act(() => root.unmount()));
  };
}

it('hands over what stood there before any code, and what came before the code of the form', async () => {
  const hydrate = open();
  field('name').value = 'wells';
  field('point').checked = true;
  ends.push(keepEarlyInput());
  fireEvent.input(field('digits'), { target: { value: 'a1b2' } });
  fireEvent.input(field('about'), { target: { value: '' } });
  field('on').click();
  // Of several, the last choice counts, also where it was the first one too.
  for (const one of ['line', 'point']) field(one).click();
  await later();
  await hydrate();
  await later();
  expect(state()).toEqual({ name: 'wells', digits: '12', about: '', isOn: true, kind: 'point' });
  expect(['name', 'digits', 'about'].map((label) => field(label).value)).toEqual(['wells', '12', '']);
  expect(['on', 'point', 'line'].map((label) => field(label).checked)).toEqual([true, true, false]);
});

/** The page as React makes it anew, where it was told something before it had the fields of the server. */
async function remake() {
  const box = document.createElement('div');
  document.body.replaceChildren(box);
  await act(async () => {
    const root = createRoot(box);
    root.render(<Form />);
    ends.push(() => act(() => root.unmount()));
  });
}

it('hands over to fields that were made anew', async () => {
  open();
  ends.push(keepEarlyInput());
  fireEvent.input(field('name'), { target: { value: 'wells' } });
  field('on').click();
  field('point').click();
  document.body.replaceChildren();
  await later();
  await remake();
  await later();
  expect(state()).toEqual({ name: 'wells', digits: '', about: 'about', isOn: true, kind: 'point' });
});

it('tells a field again that has forgotten it, and no more once it has it', async () => {
  let calls = 0;
  function Forgetful() {
    const [name, setName] = useState('');
    return <input aria-label="name" value={name} onChange={({ target }) => ++calls > 1 && setName(target.value)} />;
  }
  const box = document.createElement('div');
  box.innerHTML = renderToString(<Forgetful />);
  document.body.append(box);
  ends.push(keepEarlyInput());
  fireEvent.input(field('name'), { target: { value: 'wells' } });
  const root = await act(async () => hydrateRoot(box, <Forgetful />));
  ends.push(() => act(() => root.unmount()));
  await later();
  await later();
  expect([field('name').value, calls]).toEqual(['wells', 2]);
});

it('leaves the fields of another page alone', async () => {
  open();
  ends.push(keepEarlyInput());
  fireEvent.input(field('name'), { target: { value: 'wells' } });
  document.body.replaceChildren();
  history.pushState(null, '', '/elsewhere');
  ends.push(() => history.pushState(null, '', '/'));
  await remake();
  await later();
  expect(state()).toMatchObject({ name: '' });
});

it('leaves alone what is typed once the form listens', async () => {
  const hydrate = open();
  ends.push(keepEarlyInput());
  await hydrate();
  fireEvent.input(field('name'), { target: { value: 'springs' } });
  await later();
  expect(state()).toEqual({ name: 'springs', digits: '', about: 'about', isOn: false, kind: 'line' });
});
