import { setInWords } from '../../../views/log/log-words.js';

/** Links only to an http address: `javascript:` in what the service sent would run here. */
export function SetLink({ url }: { readonly url: string }) {
  const words = setInWords(url);
  if (!/^https?:\/\//.test(url)) return <>{words}</>;
  return (
    <a href={url} rel="noreferrer">
      {words} ↗
    </a>
  );
}
