export declare const BUILD: string;
