// A text for others: typed, sent, and gone from its field once it has arrived.
'use client';
import { Button, Textarea } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';

export interface CommentFormProps {
  label: string;
  /** What the button says. */
  send: string;
  maxLength: number;
  isBusy: boolean;
  /** Resolves to what was written, or to nothing where it was refused: then the text stays. */
  onSend: (text: string) => Promise<unknown>;
}

export function CommentForm({ label, send, maxLength, isBusy, onSend }: CommentFormProps) {
  const [text, setText] = useState('');
  const comment = text.trim();
  const handleSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (comment !== '' && (await onSend(comment))) setText('');
  };
  return (
    <form onSubmit={(event) => void handleSubmit(event)}>
      <Textarea
        label={label}
        rows={3}
        maxLength={maxLength}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" mt="xs" loading={isBusy} disabled={comment === ''}>
        {send}
      </Button>
    </form>
  );
}
