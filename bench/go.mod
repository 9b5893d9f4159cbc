module github.com/promptgen/promptgen/bench

go 1.26.0

require github.com/promptgen/promptgen v0.0.0-00010101000000-000000000000

require github.com/aymerick/raymond v2.0.2+incompatible // indirect

replace github.com/promptgen/promptgen => ../
