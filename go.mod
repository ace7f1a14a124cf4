module github.com/legwork-go/legwork

go 1.26
