import { settingRows } from '../../../journal/policy/settings.js';

/** Every setting with what it may be and what it means, for `--help`. */
export function settingsHelp(): string {
  const lines = settingRows.map(
    ({ path, expects, label, help }) => `  ${path}: ${expects}\n      ${[label, help].filter(Boolean).join('. ')}`,
  );
  return ['Settings:', ...lines].join('\n');
}
