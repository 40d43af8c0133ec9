// The element of every button: one that is disabled, for good or while it works, keeps the focus, which a browser would drop.
'use client';
import type { ComponentPropsWithRef, MouseEvent } from 'react';

const refuse = (event: MouseEvent) => {
  // A submit button neither sends its form nor is heard around it.
  event.preventDefault();
  event.stopPropagation();
};

/** As `<button>`; disabled it says so, does nothing, and is no Tab stop. */
export function SteadyButton({ disabled, type = 'button', ...rest }: ComponentPropsWithRef<'button'>) {
  return (
    <button type={type} {...rest} {...(disabled ? { 'aria-disabled': true, tabIndex: -1, onClick: refuse } : {})} />
  );
}
