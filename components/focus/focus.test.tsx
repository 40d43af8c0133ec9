// The focus stays in the page: with a button that works or has nothing to do, and beside what is gone.
import { Button, MantineProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { theme } from '../theme';
import { keepFocus } from './focus-keeper';

const draw = (page: ReactNode) => {
  render(<MantineProvider theme={theme}>{page}</MantineProvider>);
  return userEvent.setup();
};
const button = (name: string) => screen.getByRole('button', { name });
const isFocused = (name: string) => waitFor(() => expect(document.activeElement).toBe(button(name)));

let stop = () => {};
beforeEach(() => {
  stop = keepFocus();
});
afterEach(() => stop());

it('leaves the focus on a button that is disabled by its own press, and does nothing there', async () => {
  let submits = 0;
  function Form() {
    const [isSaved, setSaved] = useState(false);
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submits += 1;
          setSaved(true);
        }}
      >
        <input aria-label="name" />
        <Button type="submit" disabled={isSaved}>
          save
        </Button>
        <Button>delete</Button>
      </form>
    );
  }
  const user = draw(<Form />);
  await user.tab();
  await user.tab();
  await user.keyboard('{Enter}');
  expect(button('save').getAttribute('aria-disabled')).toBe('true');
  await isFocused('save');
  await user.keyboard('{Enter}');
  await user.type(screen.getByLabelText('name'), 'x{Enter}');
  expect(submits).toBe(1);
  // It is no stop on the way of Tab.
  await user.tab();
  await isFocused('delete');
});

function Vanishing() {
  const [items, setItems] = useState(['one', 'two', 'three']);
  const [isOpen, setOpen] = useState(false);
  return (
    <main tabIndex={-1}>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      <section>
        {items.map((item) => (
          <div key={item}>
            <button type="button" onClick={() => setItems(items.filter((one) => one !== item))}>
              {item}
            </button>
          </div>
        ))}
      </section>
      {isOpen && (
        <section>
          <button type="button" onClick={() => setOpen(false)}>
            close
          </button>
        </section>
      )}
    </main>
  );
}

it('goes on to what follows a vanished button, then to what comes before it', async () => {
  const user = draw(<Vanishing />);
  await user.click(button('two'));
  await isFocused('three');
  await user.keyboard('{Enter}');
  await isFocused('one');
});

it('goes back to what opened a group that is gone, and stays away where somebody presses beside everything', async () => {
  const user = draw(<Vanishing />);
  await user.click(button('open'));
  await user.click(button('close'));
  await isFocused('open');
  button('open').blur();
  const stray = document.createElement('p');
  document.body.append(stray);
  stray.remove();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(document.activeElement).toBe(document.body);
});
