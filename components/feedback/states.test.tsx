// The faces of a list that is not full: what is wrong can be told to whoever helps, and tried again.
import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import { expect, it } from 'vitest';
import { CallError, networkError } from '@/lib/api/errors';
import { messagesOf } from '@/lib/i18n/messages';
import { EmptyState, ErrorState } from './states';

const draw = async (face: React.ReactNode) =>
  render(
    <NextIntlClientProvider locale="fa" messages={await messagesOf('fa')} timeZone="Asia/Tehran">
      <MantineProvider>{face}</MantineProvider>
    </NextIntlClientProvider>,
  );

it('has details and another try for every failure', async () => {
  const failures = [
    [new CallError('server', 500, '', 'E42', {}, 'request-7', null), 'request-7'],
    [networkError(), 'network'],
    [new RangeError('out of range'), 'RangeError: out of range'],
  ] as const;
  for (const [error, details] of failures) {
    let tries = 0;
    const { container, unmount } = await draw(<ErrorState error={error} retry={() => (tries += 1)} />);
    expect(container.querySelector('details')?.textContent).toContain(details);
    await userEvent.click(screen.getByRole('button'));
    expect(tries).toBe(1);
    unmount();
  }
});

it('is not drawn empty without an act, or a reason why there is none', async () => {
  // @ts-expect-error: one of the two must be said
  const bare = <EmptyState title="nothing" />;
  // @ts-expect-error: an act that is left out under a condition is none
  const maybe = <EmptyState title="nothing" action={undefined} />;
  expect([bare, maybe]).toHaveLength(2);
  const { container } = await draw(<EmptyState title="nothing" noAct="final" />);
  expect(container.querySelector('[data-no-act="final"]')).not.toBeNull();
});
