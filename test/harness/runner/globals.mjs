// What a test imports from `@jest/globals`: the same as the globals.
export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } = globalThis;
