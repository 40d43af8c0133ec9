// A code that came by telephone: six slots drawn under one real field, so that paste, autofill and the arrow keys are the browser's own.
'use client';
import {
  type ClipboardEvent,
  type PointerEvent,
  type Ref,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useFormat } from '@/lib/i18n/use-format';
import { CODE_LENGTH, pastedCode, takeDigits } from './code-digits';
import classes from './code-input.module.css';

export interface CodeInputProps {
  /** The visible name. */
  label: string;
  /** Latin digits. */
  value: string;
  onChange: (value: string) => void;
  error?: string | null;
  /** Takes the focus when the dialog around it opens. */
  autoFocusInDialog?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}

const SLOTS = Array.from({ length: CODE_LENGTH }, (_, i) => i);

/** One text field with one name. Digits of either script are taken and shown in the reader's. */
export function CodeInput({ label, value, onChange, error = null, autoFocusInDialog, inputRef }: CodeInputProps) {
  const id = useId();
  const { digits } = useFormat();
  const field = useRef<HTMLInputElement>(null);
  const [range, setRange] = useState<readonly [number, number]>([0, 0]);
  const nextCaret = useRef<number | null>(null);
  useImperativeHandle(inputRef, () => field.current as HTMLInputElement);

  const select = (start: number, end = start) => {
    field.current?.setSelectionRange(start, end);
    setRange([start, end]);
  };
  // A value that differs from what was typed leaves the caret at the end, and one that comes from outside tells nobody where.
  useLayoutEffect(() => {
    const caret = Math.min(nextCaret.current ?? value.length, value.length);
    nextCaret.current = null;
    field.current?.setSelectionRange(caret, caret);
    setRange([caret, caret]);
  }, [value]);

  const follow = () => {
    const { selectionStart, selectionEnd } = field.current ?? {};
    setRange([selectionStart ?? 0, selectionEnd ?? 0]);
  };
  const paste = (event: ClipboardEvent) => {
    const code = pastedCode(event.clipboardData.getData('text'));
    if (code === null) return;
    event.preventDefault();
    nextCaret.current = CODE_LENGTH;
    onChange(code);
  };
  /** The invisible text does not lie under its slots, so the slot is found by the place of the click. */
  const point = (event: PointerEvent<HTMLInputElement>) => {
    const { selectionStart, selectionEnd } = event.currentTarget;
    if (selectionStart !== selectionEnd) return follow();
    const box = event.currentTarget.getBoundingClientRect();
    select(Math.min(value.length, Math.floor(((event.clientX - box.x) / box.width) * CODE_LENGTH)));
  };

  const [start, end] = range;
  const isChosen = (i: number) => (start === end ? i === Math.min(start, CODE_LENGTH - 1) : i >= start && i < end);
  return (
    <div>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      <div className={classes.box} data-wrong={error ? true : undefined}>
        <input
          ref={field}
          id={id}
          className={classes.field}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          dir="ltr"
          spellCheck={false}
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          data-autofocus={autoFocusInDialog || undefined}
          onChange={(event) => {
            const { value: raw, selectionStart } = event.currentTarget;
            const reading = takeDigits(raw, selectionStart ?? raw.length);
            nextCaret.current = reading.caret;
            if (reading.value === value) select(Math.min(reading.caret, value.length));
            onChange(reading.value);
          }}
          onPaste={paste}
          onPointerUp={point}
          onSelect={follow}
        />
        {SLOTS.map((i) => (
          <span
            key={i}
            className={classes.slot}
            aria-hidden
            data-chosen={isChosen(i) || undefined}
            data-caret={(start === end && i === start) || undefined}
          >
            {value[i] === undefined ? '' : digits(value[i])}
          </span>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}
