// Short messages at the bottom left. A string's colour follows the product's rule: the word for success makes it green.
import { notifications } from '@mantine/notifications';
import { createElement, type ReactNode } from 'react';
import { ToastAction } from './toast-action';

export type ToastType = 'success' | 'error' | 'warning' | 'info';

export interface ToastMessage {
  type?: ToastType;
  message: string;
  /** Milliseconds; the common time where it is missing. */
  duration?: number;
  /** Shows in place of an earlier toast with this id. */
  id?: string;
  /** One thing to do about it, mostly undo. */
  action?: { label: string; run: () => void };
}

/** "Success" in Persian (and English), as the product's messages spell it; escaped because sources carry no Persian letters. */
const SUCCESS = /\u0645\u0648\u0641\u0642|success/i;
const COLORS: Record<ToastType, string> = { success: 'green', error: 'red', warning: 'orange', info: 'indigo' };

/** Colour kind of a plain string: with the word for success green, anything else red; an empty one is no toast. */
export const toastType = (text: string): ToastType | null =>
  text.trim() === '' ? null : SUCCESS.test(text) ? 'success' : 'error';

/** Shows a message; answers its id, or null where there was nothing to show. */
export function toast(message: string | ToastMessage): string | null {
  const options: ToastMessage = typeof message === 'string' ? { message } : message;
  const type = options.type ?? toastType(options.message);
  if (!type || options.message.trim() === '') return null;
  const id = options.id ?? crypto.getRandomValues(new Uint32Array(2)).join('-');
  const { action } = options;
  const body: ReactNode = action
    ? createElement(ToastAction, {
        message: options.message,
        label: action.label,
        onRun: () => {
          notifications.hide(id);
          action.run();
        },
      })
    : options.message;
  const data = {
    id,
    color: COLORS[type],
    message: body,
    withBorder: true,
    role: type === 'error' ? 'alert' : 'status',
    ...(options.duration === undefined ? {} : { autoClose: options.duration }),
  };
  if (options.id) notifications.hide(options.id);
  notifications.show(data);
  return id;
}
