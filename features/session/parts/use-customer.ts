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
}

/** An address that a browser may follow, else null. */
const webAddress = (text: string): string | null => (/^https?:\/\//i.test(text) ? text : null);

/** The product's own names until the installation's arrive, and where they cannot be had. */
export function useCustomer(): Names {
  const t = useTranslations('common');
  const [names, setNames] = useState<Names | null>(null);
  useEffect(() => {
    let here = true;
    import('../logic/calls')
      .then(({ customer }) => customer())
      .then((config) => {
        if (!here) return;
        setNames({
          name: config.name,
          subtitle: config.name_subtitle || config.title,
          footer: config.footer_subtitle,
          link: webAddress(config.customer_link),
          version: config.version,
        });
      })
      .catch(() => {});
    return () => {
      here = false;
    };
  }, []);
  return names ?? { name: t('appName'), subtitle: t('appDescription'), footer: '', link: null, version: '' };
}
