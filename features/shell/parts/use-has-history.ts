// Whether going back stays inside the application: the browser alone does not tell.
'use client';
import { useEffect, useRef, useState } from 'react';

/** True once a second screen has been opened in this tab's visit. */
export function useHasHistory(path: string): boolean {
  const first = useRef(path);
  const [moved, setMoved] = useState(false);
  useEffect(() => {
    if (path !== first.current) setMoved(true);
  }, [path]);
  return moved;
}
