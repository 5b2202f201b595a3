export const value1 = () => "a line that moves with its file, number 1";
export const value2 = () => "a line that moves with its file, number 2";
export const value3 = () => "a line that moves with its file, number 3";
