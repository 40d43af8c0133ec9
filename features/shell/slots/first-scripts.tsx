// What runs in the page before anything else of the program: browsers that are too old are turned away, and code files that do
// not come are reported. Server component.
import { type FirstCodeTexts, firstCodeScript } from '../logic/first-code';
import { type OldBrowserTexts, oldBrowserScript } from '../logic/old-browser';

export interface FirstScriptsProps {
  nonce: string | undefined;
  outdated: OldBrowserTexts;
  failed: FirstCodeTexts;
}

export function FirstScripts({ nonce, outdated, failed }: FirstScriptsProps) {
  const { renderError, reload, details } = failed;
  const text = `${oldBrowserScript(outdated)};${firstCodeScript({ renderError, reload, details })}`;
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text; an old browser runs nothing newer
    <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />
  );
}
