// Fields of days and times: each language's calendar, its keys and limits, and digits of either script.
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { Providers } from '@/app/providers';
import { directionFor, type Lang } from '@/lib/i18n/lang';
import { messagesOf } from '@/lib/i18n/messages';
import { PersianDateInput } from './persian-date-input';
import TimeInput from './time-input';

const DEPLOYMENT = { build: '', serviceWorker: false, shortNumber: '', gateway: '' };

function renderField(lang: Lang, Field: () => React.ReactNode) {
  const messages = messagesOf(lang);
  render(
    <Providers
      lang={lang}
      direction={directionFor(lang, undefined)}
      messages={messages}
      closeLabel="x"
      deployment={DEPLOYMENT}
    >
      <Field />
    </Providers>,
  );
  return { user: userEvent.setup(), words: messages.common };
}

function renderDate(lang: Lang, limits: { min?: string; max?: string; calendar?: 'jalali' | 'gregorian' } = {}) {
  const onChange = vi.fn();
  const Field = () => {
    const [day, setDay] = useState<string | null>('2024-02-20');
    return <PersianDateInput label="day" {...limits} value={day} onChange={(next) => { setDay(next); onChange(next); }} />; // biome-ignore format: one field
  };
  return { ...renderField(lang, Field), onChange };
}

it('shows a Gregorian month in English, whose keys walk and whose limits hold', async () => {
  const { user, words, onChange } = renderDate('en', { min: '2024-02-10', max: '2024-02-29' });
  await user.click(screen.getByRole('button', { name: words.datePicker.open }));
  const picked = await screen.findByRole('button', { name: '20 February 2024' });
  await waitFor(() => expect(document.activeElement).toBe(picked));
  expect((screen.getByRole('button', { name: '9 February 2024' }) as HTMLButtonElement).disabled).toBe(true);
  expect(screen.getByRole('button', { name: words.datePicker.next })).toBeTruthy();
  await user.keyboard('{ArrowDown}{ArrowRight}{Enter}');
  expect(onChange).toHaveBeenCalledWith('2024-02-28');
  expect((screen.getByLabelText('day') as HTMLInputElement).value).toBe('2024-02-28');
  await user.click(screen.getByRole('button', { name: words.datePicker.open }));
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('28 February 2024'));
});

it('shows a Jalali month in Persian, from the leap day of the Gregorian year on', async () => {
  const { user, words, onChange } = renderDate('fa');
  expect((screen.getByLabelText('day') as HTMLInputElement).value).toBe('۱۴۰۲/۱۲/۰۱');
  await user.click(screen.getByRole('button', { name: words.datePicker.open }));
  const grid = await screen.findByRole('grid');
  await user.click(within(grid).getByText('۱۰'));
  expect(onChange).toHaveBeenCalledWith('2024-02-29');
  await user.click(screen.getByRole('button', { name: words.datePicker.open }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('۱۰'));
});

it('takes a time in digits of either script, typed or pasted', async () => {
  const onChange = vi.fn();
  const Field = () => {
    const [time, setTime] = useState('08:30');
    return <TimeInput label="time" name="time" value={time} onChange={(next) => { setTime(next); onChange(next); }} />; // biome-ignore format: one field
  };
  const { user, words } = renderField('fa', Field);
  const part = (name: string) => screen.getByRole<HTMLInputElement>('spinbutton', { name: `time, ${name}` });
  const { hours, minutes } = words.timePicker;
  await user.click(part(hours));
  await user.keyboard('۱۷');
  expect(onChange).toHaveBeenLastCalledWith('17:30');
  expect(document.activeElement).toBe(part(minutes));
  await user.keyboard('4۵');
  expect(onChange).toHaveBeenLastCalledWith('17:45');
  await user.keyboard('{ArrowUp}');
  expect(onChange).toHaveBeenLastCalledWith('17:46');
  await user.click(part(hours));
  await user.paste('۶:۰۵');
  expect(onChange).toHaveBeenLastCalledWith('06:05');
  await user.keyboard('{Backspace}');
  expect(onChange).toHaveBeenLastCalledWith('');
});

it('reads and shows days in the calendar that is named, whatever the language', async () => {
  const gregorian = renderDate('fa', { calendar: 'gregorian' });
  const field = screen.getByLabelText('day') as HTMLInputElement;
  expect(field.value).toBe('2024-02-20');
  await gregorian.user.clear(field);
  await gregorian.user.type(field, '2024-03-01{Enter}');
  expect(gregorian.onChange).toHaveBeenLastCalledWith('2024-03-01');
});

it('shows a Jalali day in English where the form wants one', () => {
  renderDate('en', { calendar: 'jalali' });
  expect((screen.getByLabelText('day') as HTMLInputElement).value).toBe('۱۴۰۲/۱۲/۰۱');
});
