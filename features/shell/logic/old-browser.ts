// The notice for browsers older than the product's minimums. It runs in those browsers, so it is text that they can read: no
// syntax and no call younger than 2009, no file of its own, and it ends before anything newer begins.

import { toScriptLiteral } from './as-script';

/** Fewest major versions, and where each browser is brought up to date. */
export const MINIMUMS = {
  chromium: { version: 125, update: 'https://www.google.com/chrome/' },
  edge: { version: 125, update: 'https://www.microsoft.com/edge' },
  samsung: { version: 25, update: 'https://galaxystore.samsung.com/detail/com.sec.android.app.sbrowser' },
  firefox: { version: 126, update: 'https://www.mozilla.org/firefox/' },
  safari: { version: 16, update: 'https://support.apple.com/102665' },
} as const;

export interface OldBrowserTexts {
  title: string;
  text: string;
  update: string;
}

/**
 * The script. A browser that it cannot tell is let in: a name is no proof of age. On iPhones and iPads every browser is Safari
 * inside, as old as the system; Edge and Samsung's carry Chromium's number too, so theirs are looked at first.
 */
export const oldBrowserScript = (texts: OldBrowserTexts): string => `(function () {
var minimums = ${toScriptLiteral(MINIMUMS)}, texts = ${toScriptLiteral(texts)}, agent = navigator.userAgent, is = '', version = 0;
function look(name, pattern) {
  var found = is ? null : pattern.exec(agent);
  if (found) { is = name; version = parseInt(found[1], 10); }
}
look('safari', /(?:iPhone|iPad|iPod).*? OS (\\d+)[_\\d]* like/);
look('edge', /Edge?\\/(\\d+)/);
look('edge', /EdgA\\/(\\d+)/);
look('samsung', /SamsungBrowser\\/(\\d+)/);
look('firefox', /Firefox\\/(\\d+)/);
look('chromium', /Chrom(?:e|ium)\\/(\\d+)/);
look('safari', /Version\\/(\\d+)[.\\d]* .*Safari\\//);
if (/MSIE |Trident\\//.test(agent)) { is = 'edge'; version = 0; }
if (!is || version >= minimums[is].version) return;
var page = document.documentElement, box = document.createElement('div'), inner = document.createElement('div');
function add(kind, words) {
  var one = document.createElement(kind);
  one.appendChild(document.createTextNode(words));
  inner.appendChild(one);
  return one;
}
page.className += ' outdated';
box.id = 'outdated';
box.setAttribute('role', 'alertdialog');
box.setAttribute('aria-modal', 'true');
box.setAttribute('aria-labelledby', 'outdated-title');
box.setAttribute('aria-describedby', 'outdated-text');
var b = box.style, i = inner.style;
b.position = 'fixed'; b.top = b.bottom = b.left = b.right = '0'; b.zIndex = '2147483647';
b.background = '#121525'; b.color = '#e4e6f1'; b.textAlign = 'center'; b.overflow = 'auto';
b.fontFamily = 'Vazirmatn, Tahoma, sans-serif'; b.fontSize = '16px'; b.lineHeight = '1.8';
i.maxWidth = '440px'; i.margin = '15vh auto 0'; i.padding = '0 24px';
var title = add('h1', texts.title), text = add('p', texts.text), link = add('a', texts.update);
title.id = 'outdated-title'; title.style.fontSize = '20px'; text.id = 'outdated-text';
link.href = minimums[is].update; link.rel = 'noopener noreferrer';
var l = link.style;
l.display = 'inline-block'; l.marginTop = '16px'; l.padding = '8px 24px'; l.background = '#5762e0'; l.color = '#fff';
l.borderRadius = '6px'; l.textDecoration = 'none';
box.appendChild(inner);
page.appendChild(box);
setTimeout(function () { if (!document.getElementById('outdated')) page.appendChild(box); link.focus(); }, 0);
})()`;
