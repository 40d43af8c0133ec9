// A field's label that tells who changed the field last and when: hovered, tapped, or by Alt+H in the field.
'use client';
import { type MouseEvent, memo, Suspense, useEffect, useRef } from 'react';
import { useTip } from '@/components/feedback/use-tip';
import { lazyPart } from '@/components/layout/lazy-part';
import type { Field } from '@/contract/schemas/form';
import type { LayerRecord } from '@/contract/schemas/record';
import { useHotkeys } from '@/lib/hotkeys/use-hotkeys';

const LastChangeTip = lazyPart(() => import('./last-change-tip'));

export interface LastChangeProps {
  field: Field;
  form: readonly Field[];
  record: LayerRecord;
}

/** The server is not asked before. Tab goes from field to field, past the labels. What is typed into a form draws none of them again. */
const LastChange = memo(function LastChange({ field, form, record }: LastChangeProps) {
  const label = useRef<HTMLSpanElement>(null);
  const { wanted: isWanted, opened, show, hide } = useTip();
  const showHere = () => {
    if (!label.current?.closest('[data-record-field]')?.contains(document.activeElement)) return false;
    show(0);
    return true;
  };
  useHotkeys('first', [{ keys: 'Alt+KeyH', whileTyping: true, run: showHere }]);
  useEffect(() => {
    if (!opened) return;
    const hideOutside = (event: PointerEvent) => {
      if (!label.current?.contains(event.target as Node)) hide();
    };
    document.addEventListener('focusout', hide);
    document.addEventListener('pointerdown', hideOutside);
    return () => {
      document.removeEventListener('focusout', hide);
      document.removeEventListener('pointerdown', hideOutside);
    };
  }, [opened, hide]);
  /** A finger on the label asks for this alone: the field itself is tapped to be typed into, and its keyboard would cover the answer. */
  const showByTouch = (event: MouseEvent<HTMLElement>) => {
    if ((event.nativeEvent as PointerEvent).pointerType !== 'touch') return;
    event.preventDefault();
    show(0);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering and tapping are extras; Alt+H does the same by keyboard
    // biome-ignore lint/a11y/useKeyWithClickEvents: Alt+H
    <span ref={label} onMouseEnter={() => show()} onMouseLeave={hide} onClick={showByTouch}>
      <bdi>{field.label}</bdi>
      {isWanted && (
        <Suspense>
          <LastChangeTip target={label} opened={opened} field={field} form={form} record={record} />
        </Suspense>
      )}
    </span>
  );
});

/** Labels for the fields of a record; plain ones for a record that is not there yet. */
export const lastChangeLabels = (form: readonly Field[], record: LayerRecord | null) =>
  record ? (field: Field) => <LastChange field={field} form={form} record={record} /> : undefined;
