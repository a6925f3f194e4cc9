import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../in-copy.js';
import { type Mutation, mutated } from './mutations.js';

/** Whether a file with this mutation still has the right types: what does not compile, the build notices. */
export class Types {
  readonly #changed = new Map<string, { readonly text: string; readonly version: number }>();
  readonly #service: ts.LanguageService;
  #versions = 0;

  constructor(files: readonly string[]) {
    const config = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
    const { options } = ts.parseJsonConfigFileContent({ ...config.config, include: [], files }, ts.sys, root);
    this.#service = ts.createLanguageService({
      getCompilationSettings: () => options,
      getScriptFileNames: () => files.map((file) => join(root, file)),
      getScriptVersion: (path) => String(this.#changed.get(path)?.version ?? 0),
      getScriptSnapshot: (path) => {
        const text = this.#changed.get(path)?.text ?? ts.sys.readFile(path);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      getCurrentDirectory: () => root,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      fileExists: ts.sys.fileExists,
      readFile: ts.sys.readFile,
      readDirectory: ts.sys.readDirectory,
      directoryExists: ts.sys.directoryExists,
      getDirectories: ts.sys.getDirectories,
    });
  }

  isRight(source: string, mutation: Mutation): boolean {
    const path = join(root, mutation.file);
    this.#versions += 1;
    this.#changed.set(path, { text: mutated(source, mutation), version: this.#versions });
    const found = [...this.#service.getSyntacticDiagnostics(path), ...this.#service.getSemanticDiagnostics(path)];
    this.#versions += 1;
    this.#changed.set(path, { text: source, version: this.#versions });
    return found.length === 0;
  }
}
