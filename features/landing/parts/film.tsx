// The silent film of the landing page. It loads and runs only while it is in view; whoever wants no motion sees its still until they start it.
'use client';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './film.module.css';

export interface FilmProps {
  src: string;
  /** What stands in its place until it runs. */
  still: ReactNode;
  /** What it shows, in words. */
  label: string;
  play: string;
  pause: string;
}

export function Film({ src, still, label, play, pause }: FilmProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [isRunning, setRunning] = useState(false);
  /** Stopped by hand: it stays so when it comes into view again. */
  const isStopped = useRef(false);
  const start = (element: HTMLVideoElement) => {
    if (!element.src) element.src = src;
    // A browser that saves power or data refuses; the button is still there.
    element.play().catch(() => {});
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: its file does not change while the page stands
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    isStopped.current = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) element.pause();
        else if (!isStopped.current) start(element);
      },
      { threshold: 0.5 },
    );
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  const toggle = () => {
    const element = video.current;
    if (!element) return;
    isStopped.current = !element.paused;
    if (element.paused) start(element);
    else element.pause();
  };
  const Icon = isRunning ? IconPlayerPauseFilled : IconPlayerPlayFilled;
  return (
    <div className={classes.film}>
      {still}
      <video
        ref={video}
        className={classes.video}
        aria-label={label}
        muted
        loop
        playsInline
        preload="none"
        onPlay={() => setRunning(true)}
        onPause={() => setRunning(false)}
      />
      <button type="button" className={classes.button} aria-label={isRunning ? pause : play} onClick={toggle}>
        <Icon size={20} aria-hidden />
      </button>
    </div>
  );
}
