export function refusedIn(name: string, text: string): string[];
