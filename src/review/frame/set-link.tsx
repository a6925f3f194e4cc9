import { setInWords } from '../../views/log-words.js';

/** The service's own address, and only one that a browser opens: `javascript:` would run here. */
export function SetLink({ url }: { readonly url: string }) {
  const words = setInWords(url);
  if (!/^https?:\/\//.test(url)) return <>{words}</>;
  return (
    <a href={url} rel="noreferrer">
      {words} ↗
    </a>
  );
}
