// Who runs this installation, before anybody has signed in.
'use client';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';

export interface Names {
  name: string;
  subtitle: string;
  footer: string;
  link: string | null;
  version: string;
  /** The mobile program of this installation; null where it gives out none. */
  app: { version: string; path: string } | null;
}

/** A download of ours, or one on the web; else nothing is offered. */
const download = (path: string): boolean => /^(\/api\/|https?:\/\/)/i.test(path);

/** An address that a browser may follow, else null. */
const webAddress = (text: string): string | null => (/^https?:\/\//i.test(text) ? text : null);

/** The product's own names until the installation's arrive, and where they cannot be had. */
export function useCustomer(): Names {
  const t = useTranslations('common');
  const [names, setNames] = useState<Names | null>(null);
  useEffect(() => {
    let here = true;
    import('../logic/calls')
      // Both at once, so that the card changes its height once.
      .then(({ customer, mobileApp }) => Promise.all([customer(), mobileApp().catch(() => null)]))
      .then(([config, app]) => {
        if (!here) return;
        setNames({
          name: config.name,
          subtitle: config.name_subtitle || config.title,
          footer: config.footer_subtitle,
          link: webAddress(config.customer_link),
          version: config.version,
          app: app && download(app.path) ? { version: app.version, path: app.path } : null,
        });
      })
      .catch(() => {});
    return () => {
      here = false;
    };
  }, []);
  return names ?? { name: t('appName'), subtitle: t('appDescription'), footer: '', link: null, version: '', app: null };
}
