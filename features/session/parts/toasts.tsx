// Where toasts show before anybody is signed in; behind sign-in the app has its own place for them.
'use client';
import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.layer.css';
import { TOAST_MS } from '@/lib/config/constants';

/** The default export is for lazy loading. */
export default function Toasts() {
  return <Notifications position="bottom-left" autoClose={TOAST_MS} zIndex={600} />;
}
