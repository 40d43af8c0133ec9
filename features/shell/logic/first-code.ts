// The lazy-load guard for the page's first code files: without them nothing of the program runs that could say so. Plain old
// syntax, like the notice for old browsers, and the same memory as lib/state/reload-guard.
import { RELOAD_GUARD_MS } from '@/lib/config/constants';
import { toScriptLiteral } from './as-script';

export interface FirstCodeTexts {
  renderError: string;
  reload: string;
  details: string;
}

/** Reloads once when a file of the page itself fails to load, if the last such reload is long enough ago; else says so. */
export const firstCodeScript = (texts: FirstCodeTexts): string => `(function () {
var texts = ${toScriptLiteral(texts)}, told = false;
function tell(address) {
  if (told) return;
  told = true;
  var box = document.createElement('div'), b = box.style;
  function add(kind, words, into) {
    var one = document.createElement(kind);
    one.appendChild(document.createTextNode(words));
    into.appendChild(one);
    return one;
  }
  box.setAttribute('role', 'alert');
  b.position = 'fixed'; b.top = b.bottom = b.left = b.right = '0'; b.zIndex = '2147483646'; b.padding = '15vh 24px';
  b.background = '#121525'; b.color = '#e4e6f1'; b.textAlign = 'center'; b.overflow = 'auto';
  b.fontFamily = 'Vazirmatn, Tahoma, sans-serif'; b.fontSize = '16px'; b.lineHeight = '1.8';
  add('p', texts.renderError, box);
  var button = add('button', texts.reload, box), k = button.style;
  k.padding = '8px 24px'; k.border = '0'; k.borderRadius = '6px'; k.background = '#5762e0'; k.color = '#fff';
  k.font = 'inherit'; k.cursor = 'pointer';
  button.onclick = function () { location.reload(); };
  var details = document.createElement('details');
  details.style.marginTop = '16px';
  add('summary', texts.details, details);
  add('pre', 'ChunkLoadError\\n' + address, details).dir = 'ltr';
  box.appendChild(details);
  document.body.appendChild(box);
  button.focus();
}
addEventListener('error', function (event) {
  var file = event.target, last = 0;
  // Once the page is complete, a file that fails is one that a screen asked for: its own error box tells.
  if (!file || file.tagName !== 'SCRIPT' || document.readyState === 'complete') return;
  if (String(file.src).indexOf('/_next/static/') === -1) return;
  try {
    last = Number(sessionStorage.getItem('last_reload')) || 0;
    if (navigator.onLine && Date.now() - last > ${RELOAD_GUARD_MS}) {
      sessionStorage.setItem('last_reload', String(Date.now()));
      return location.reload();
    }
  } catch (e) {}
  tell(file.src);
}, true);
})()`;
