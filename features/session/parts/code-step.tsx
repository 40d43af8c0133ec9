// The step of a one-time code, for one flow.
'use client';
import { CodeStep as Step } from '@/components/fields/code-step';
import type { CodeFlow } from './use-code-flow';

/** Draws nothing before a code was sent. */
export function CodeStep({ flow }: { flow: CodeFlow }) {
  if (!flow.sent) return null;
  return (
    <Step
      phone={flow.sent.phone}
      code={flow.code}
      onCode={flow.setCode}
      error={flow.error}
      seconds={flow.left}
      onResend={() => void flow.resend()}
      inputRef={flow.field}
    />
  );
}
